/** The analytics page of the staff. */
export const money = {
  numbers: {
    none: 'No numbers yet',
    none_text: 'The box office has not opened.',
    sample: 'With sample figures of the demo world',
    failed: 'The numbers could not be loaded',
    try_again: 'Try again',
    names: {
      gross_volume: 'Gross volume',
      vat_collected: 'VAT collected',
      platform_fees: 'Platform fees',
      banking_fees: 'Banking fees',
      creator_payouts: 'Creator payouts',
    },
  },
}
