/** The two legal pages. */
export const legal = {
  privacy_policy: {
    title: 'Privacy Policy',
  },
  terms_of_service: {
    title: 'Terms of Service',
  },
}
