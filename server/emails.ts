/** Normalises an address for storage. */
export function cleanEmail(email: string): string {
  return email.trim().normalize('NFC')
}

/**
 * The form in which the address of a closed account is remembered. Many providers deliver variants with dots or with a
 * part after a plus sign to the same mailbox, so they are left out, whatever the provider.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email)
  const at = key.lastIndexOf('@')
  const local = key.slice(0, at)
  return `${local.replace(/\+.*$/, '').replaceAll('.', '') || local}${key.slice(at)}`
}

/** Normalises an address for comparison and look-up. */
export function emailKey(email: string): string {
  return cleanEmail(email).toLowerCase()
}
