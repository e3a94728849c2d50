import { axe } from '#tests/e2e/support/axe.ts'
import { openSettings, price } from '#tests/e2e/support/settings.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test.describe('In French', () => {
  test.use({ locale: 'fr-FR' })

  test('A French creator reads and types prices with a comma or a point, and they are sent with a point', async ({
    page,
    people,
  }) => {
    await openSettings(page, people)
    const day = price(page, '1 jour')
    await expect(day).toHaveValue('7,99')
    await expect(price(page, '1 semaine')).toHaveValue('14,99')
    await expect(price(page, '1 mois')).toHaveValue('23,99')
    for (const [name, value] of [
      ['step', '0.01'],
      ['placeholder', '0,00'],
      ['inputmode', 'decimal'],
    ] as const) {
      await expect(day).toHaveAttribute(name, value)
    }
    await axe(page)

    await test.step('Whatever is no number does not get in, and a price that is none is refused in French', async () => {
      await day.fill('')
      await day.pressSequentially('abc')
      await expect(day).toHaveValue('')
      await page.getByRole('button', { name: 'Enregistrer le profil' }).click()
      await expect(day).toHaveAccessibleDescription(/^Un prix .*0,01\s€.*999,99\s€/)
      await expect(day).toBeFocused()
    })

    await test.step('A point becomes a comma where it is typed, and the caret stays where it is', async () => {
      await day.pressSequentially('850')
      await day.press('ArrowLeft')
      await day.press('ArrowLeft')
      await day.pressSequentially('.')
      await expect(day).toHaveValue('8,50')
      await day.pressSequentially('7')
      await expect(day).toHaveValue('8,750')
      await day.press('Backspace')
      await day.press('ArrowUp')
      await expect(day).toHaveValue('8,51')
      await day.press('ArrowDown')
      await expect(day).toHaveValue('8,50')
    })

    await price(page, '1 mois').fill('19,5')
    const bodies: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') bodies.push(request.postDataBuffer()?.toString('latin1') ?? '')
    })
    await page.getByRole('button', { name: 'Enregistrer le profil' }).click()
    await expect(price(page, '1 mois')).toHaveValue('19,50')
    await expect(day).toHaveValue('8,50')
    expect(bodies.join()).toMatch(/name="day_subscription"\r\n\r\n8\.50/)
    expect(bodies.join()).toMatch(/name="month_subscription"\r\n\r\n19\.50/)
  })
})
