import type { CDPSession, Page } from '@playwright/test'
import { codeOfStep, timeStep } from '#server/domain/second-factors/totp.ts'
import { readBase32 } from '#tests/support/scenarios/second-factors.ts'

/** A passkey device of the browser, which says yes by itself. */
export async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

/** Reads the key of the dialog that links an app. What it returns is what the app shows, `later` steps from now. */
export async function appOf(page: Page): Promise<(later?: number) => string> {
  const shown = await page
    .getByRole('dialog')
    .getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    .innerText()
  const secret = readBase32(shown.replaceAll(' ', ''))
  return (later = 0) => codeOfStep(secret, timeStep(new Date()) + later)
}
