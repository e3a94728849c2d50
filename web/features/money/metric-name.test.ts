import { expect, test } from 'vitest'
import { addTranslations, loadNamespace, switchLanguage } from '#web/lib/i18n/i18n.ts'
import { memberTranslations } from '#web/lib/i18n/member-namespaces.ts'
import { metricName } from './metric-name.ts'

// Spec 2.90
test('A known metric has a name in both languages, and an unknown one is shown with its own name', async () => {
  addTranslations(memberTranslations)
  await switchLanguage('en')
  await loadNamespace('staff')
  expect(metricName('vat_collected')).toBe('VAT collected')
  expect(metricName('average_subscription')).toBe('Average subscription')
  expect(metricName('constructor')).toBe('Constructor')
  await switchLanguage('fr')
  expect(metricName('vat_collected')).toBe('TVA collectée')
  expect(metricName('average_subscription')).toBe('Average subscription')
})
