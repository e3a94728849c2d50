/** Normalises an address for storage. */
export function cleanEmail(email: string): string {
  return email.trim().normalize('NFC')
}

/** Normalises an address for comparison and look-up. */
export function emailKey(email: string): string {
  return cleanEmail(email).toLowerCase()
}
