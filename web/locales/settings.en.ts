/** The settings, and the editor of a profile. */
export const settings = {
  title: 'Settings',
}
