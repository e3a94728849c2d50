/** An address as it is kept. */
export function cleanEmail(email: string): string {
  return email.trim().normalize('NFC')
}

/** An address as it is compared. */
export function emailKey(email: string): string {
  return cleanEmail(email).toLowerCase()
}
