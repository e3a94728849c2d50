/** A creator’s page. */
export const profile = {
  not_found: 'Profile not found',
  not_found_text: 'Nobody plays under the name {{username}}.',
  home: 'Back to home',
}
