import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { newCheckout } from '#tests/support/payments/checkouts.ts'
import { type OpenSandbox, openSandbox } from '#tests/support/payments/sandbox.ts'
import { isThisMachine } from './http.ts'

const DAY = 24 * 60 * 60 * 1000

/** What a browser without script does with a form. */
async function press(url: string, fields: Record<string, string>) {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  return { status: answer.status, to: answer.headers.get('location'), html: await answer.text() }
}

async function read(url: string, language = 'en') {
  const answer = await fetch(url, { headers: { 'accept-language': language } })
  // Tags are not words, and no-break spaces look like spaces.
  const html = await answer.text()
  const words = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\s\u00a0\u202f]+/g, ' ')
  return { status: answer.status, html, words, policy: answer.headers.get('content-security-policy') }
}

describe('The page of a checkout', () => {
  it('An address that leads nowhere says so, in the language of the browser', async () => {
    const { sandbox } = await openSandbox()
    expect(await read(`${sandbox.url}/pay/cs_test_gone`)).toMatchObject({
      status: 404,
      words: expect.stringContaining('There is nothing here'),
    })
    expect((await read(`${sandbox.url}/portal/bps_gone`, 'fr-FR,fr;q=0.9')).words).toContain('Il n’y a rien ici')
  })

  it('The page says what is sold, to whom it is paid, with the tax and the next charge', async () => {
    const { stripe, sandbox } = await openSandbox({ now: () => new Date('2026-11-17T08:00:00Z'), webhooks: [] })
    const { url } = await newCheckout(stripe, 'subscription', { locale: 'en' })
    const { words, html, policy } = await read(url ?? '', 'fr')
    expect(words).toContain('Sandbox box office: no real money')
    expect(words).toContain('You pay Loge €28.79 then each month, from 17 December 2026')
    expect(words).toContain('1 Month, margauxlenoir €23.99 VAT 20%, France €4.80 Total €28.79')
    expect(words).toContain('Pay €28.79 Decline Leave')
    expect(html).toContain('<html lang="en">')
    expect(html).not.toContain('<script')
    expect(policy).toContain("default-src 'none'")
    const sheet = await fetch(`${sandbox.url}/page.css`)
    expect(await sheet.text()).toContain('prefers-color-scheme: dark')
  })

  it('In French the page speaks French, and what others wrote cannot become markup', async () => {
    const { stripe } = await openSandbox({ seller: '<b>Loge</b>', webhooks: [] })
    const price_data = { currency: 'eur', unit_amount: 2399, product_data: { name: '<script>alert(1)</script>' } }
    const { url } = await newCheckout(stripe, 'payment', { locale: 'fr', line_items: [{ price_data }] })
    const { words, html } = await read(url ?? '')
    expect(words).toContain('Guichet d’essai : aucun argent réel')
    expect(words).toContain('Payer 23,99 € Refuser Partir')
    expect(words).not.toContain('puis chaque')
    expect(html).not.toContain('<script')
    expect(html).not.toContain('<b>')
  })

  it('Leaving changes nothing, refusing leads back to the order, and so does paying', async () => {
    const { stripe, sandbox, types } = await openSandbox()
    const success_url = 'http://shop.example/orders/1?session={CHECKOUT_SESSION_ID}'
    const { id, url } = await newCheckout(stripe, 'payment', { success_url })
    const back = { status: 303, to: `http://shop.example/orders/1?session=${id}` }
    await sandbox.idle()
    const before = types().length
    expect(await press(url ?? '', { action: 'leave' })).toMatchObject({ to: 'http://shop.example/margauxlenoir' })
    expect(await press(url ?? '', { action: 'dance' })).toMatchObject({ status: 400 })
    await sandbox.idle()
    expect(types()).toHaveLength(before)
    expect((await stripe.checkout.sessions.retrieve(id)).payment_intent).toBeNull()

    expect(await press(url ?? '', { action: 'decline', number: '4242 4242 4242 4242' })).toMatchObject(back)
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open')
    expect(await press(url ?? '', { action: 'pay', number: '4242 4242 4242 1881' })).toMatchObject(back)
    const paid = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })
    expect(paid).toMatchObject({
      status: 'complete',
      payment_intent: { latest_charge: { payment_method_details: { card: { last4: '1881' } } } },
    })
    // A second press, as after the Back button, buys nothing more.
    expect((await press(url ?? '', { action: 'pay' })).html).toContain('This is paid')
    expect(sandbox.books().charged).toBe(2879)
  })

  it('A page that has expired sells nothing', async () => {
    const { stripe, sandbox } = await openSandbox()
    const { url } = await newCheckout(stripe, 'payment')
    sandbox.clock.advance(DAY)
    expect((await press(url ?? '', { action: 'pay' })).html).toContain('This page has expired')
    expect((await read(url ?? '', 'fr')).words).toContain('Cette page a expiré')
    expect(sandbox.books().charged).toBe(0)
  })
})

describe('The page of a customer', () => {
  async function subscriber(earlier?: OpenSandbox) {
    const opened = earlier ?? (await openSandbox())
    const { id } = await newCheckout(opened.stripe, 'subscription')
    opened.sandbox.people.pay(id)
    const { customer, subscription } = await opened.stripe.checkout.sessions.retrieve(id)
    const return_url = 'http://shop.example/subscriptions'
    const portal = await opened.stripe.billingPortal.sessions.create({ customer: String(customer), return_url })
    const present = () => opened.stripe.subscriptions.retrieve(String(subscription))
    return { ...opened, url: portal.url, customer: String(customer), subscription: String(subscription), present }
  }

  it('A customer who does not exist has no page, and nobody stops the subscription of somebody else', async () => {
    const first = await subscriber()
    const { stripe, subscription, present } = first
    const { url } = await subscriber(first)
    await expect(stripe.billingPortal.sessions.create({ customer: 'cus_gone' })).rejects.toMatchObject({
      code: 'resource_missing',
    })
    await press(url, { action: 'stop', subscription })
    expect((await present()).cancel_at_period_end).toBe(false)
  })

  it('A fan stops the renewal and starts it again', async () => {
    const { url, subscription, present } = await subscriber()
    expect((await read(url)).words).toContain('Renews on')
    expect(await press(url, { action: 'stop', subscription })).toMatchObject({ status: 303 })
    expect((await present()).cancel_at_period_end).toBe(true)
    expect((await read(url, 'fr')).words).toContain('Renouveler à nouveau')
    await press(url, { action: 'resume', subscription })
    expect((await present()).cancel_at_period_end).toBe(false)
  })

  it('A fan whose card was refused changes the card and pays what failed', async () => {
    const { sandbox, url, customer, subscription, present } = await subscriber()
    sandbox.people.setCard(customer, 'declines')
    sandbox.clock.advance(31 * DAY + DAY / 2)
    expect((await present()).status).toBe('past_due')
    expect((await read(url)).words).toContain('The last payment failed. Pay €28.79')
    expect((await read(url)).words).toContain('Present card: ending in 4242')
    const refused = await press(url, { action: 'pay', subscription })
    expect((await read(`${sandbox.url}${refused.to}`)).words).toContain('The card was refused. Nothing was taken.')
    const changed = await press(url, { action: 'card', number: '5555 5555 5555 4444' })
    expect((await read(`${sandbox.url}${changed.to}`)).words).toContain('The new card is in use.')
    expect((await read(url)).words).toContain('ending in 4444')
    const paid = await press(url, { action: 'pay', subscription })
    expect((await read(`${sandbox.url}${paid.to}`)).words).toContain('Paid.')
    expect((await present()).status).toBe('active')
    expect(sandbox.books().charged).toBe(2 * 2879)
    expect((await read(url)).html).toContain('href="http://shop.example/subscriptions"')
  })
})

describe('The control API', () => {
  const json = { 'content-type': 'application/json' }

  it('A page from elsewhere, by its own name or with a form, controls nothing', async () => {
    const { sandbox } = await openSandbox()
    const status = (headers: Record<string, string>) =>
      new Promise((resolve, reject) => {
        const sent = request(`${sandbox.url}/sandbox/clock`, { method: 'POST', headers }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
        sent.on('error', reject).end('{"advance_ms":1000}')
      })
    expect(await status({ ...json, host: 'rebound.example' })).toBe(403)
    expect(await status({ 'content-type': 'text/plain' })).toBe(403)
    expect(await status({ 'content-type': 'application/x-www-form-urlencoded' })).toBe(403)
    expect(await status({ ...json, host: 'localhost:4242' })).toBe(200)
  })

  it.each([
    ['10.0.0.5', 'localhost:4242', false],
    ['::ffff:10.0.0.5', '127.0.0.1:4242', false],
    ['127.0.0.1', 'loge.example', false],
    ['127.0.0.1', 'localhost.example:4242', false],
    ['127.0.0.1', '127.0.0.1.example', false],
    ['127.0.0.1', undefined, false],
    ['127.0.0.1', 'localhost:4242', true],
    ['::ffff:127.0.0.1', '127.0.0.1', true],
    ['::1', '[::1]:4242', true],
  ])('A request from %s to %s comes from this machine: %s', (address, host, expected) => {
    expect(isThisMachine(address, host)).toBe(expected)
  })

  it('Another machine controls nothing, also when the pages are open to it', async () => {
    const { sandbox } = await openSandbox({ host: '0.0.0.0', webhooks: [] })
    const outside = Object.values(networkInterfaces())
      .flat()
      .filter((found) => found?.family === 'IPv4' && !found.internal)
    // A machine without a network has no such address.
    for (const { address } of outside.filter((found) => found !== undefined)) {
      expect((await fetch(`http://${address}:${sandbox.port}/sandbox`)).status).toBe(403)
      expect((await fetch(`http://${address}:${sandbox.port}/page.css`)).status).toBe(200)
    }
    expect((await fetch(`http://127.0.0.1:${sandbox.port}/sandbox`)).status).toBe(200)
  })

  it('Everything that a test needs can be ordered over HTTP', async () => {
    const { stripe, sandbox, received } = await openSandbox()
    const order = async (path: string, body: object = {}) => {
      const answer = await fetch(`${sandbox.url}/sandbox${path}`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify(body),
      })
      return { status: answer.status, ...((await answer.json()) as object) }
    }
    expect(await order('/nonsense')).toMatchObject({ status: 404 })
    expect(await order('/cards', { outcome: 'explodes' })).toMatchObject({ status: 400 })
    expect(await order('/clock', { advance_ms: -1 })).toMatchObject({ status: 400 })
    expect(await order('/clock', { set: 'yesterday' })).toMatchObject({ status: 400 })
    const broken = { method: 'POST', headers: json, body: '{"set":' }
    expect((await fetch(`${sandbox.url}/sandbox/clock`, broken)).status).toBe(400)

    await order('/faults', { hold: true })
    const { id } = await newCheckout(stripe, 'subscription')
    await order(`/sessions/${id}/decline`)
    await order('/cards', { country: 'DE', billing_country: 'BE' })
    expect(await order(`/sessions/${id}/pay`)).toMatchObject({ paid: true })
    const { subscription, customer, customer_details } = await stripe.checkout.sessions.retrieve(id)
    expect(customer_details?.address?.country).toBe('BE')
    await order(`/customers/${customer}/card`, { outcome: 'declines' })
    await order('/clock', { advance_ms: 32 * DAY })
    expect((await stripe.subscriptions.retrieve(String(subscription))).status).toBe('past_due')
    const paid = (await stripe.charges.list()).data.find((charge) => charge.paid)
    expect(paid?.payment_method_details?.card?.country).toBe('DE')
    await order('/refunds', { outcome: 'pending' })
    const refund = await stripe.refunds.create({ charge: paid?.id ?? '', amount: 100 })
    expect(await order(`/refunds/${refund.id}`, { status: 'failed' })).toMatchObject({ id: refund.id })
    const dispute = (await order('/disputes', { payment: paid?.payment_intent, cents: 500 })) as unknown as {
      id: string
    }
    expect(await order(`/disputes/${dispute.id}`, { status: 'won' })).toMatchObject({ amount: 500 })
    expect(received).toEqual([])
    await order('/faults', { hold: false, double: false, drop: false, delay_ms: 0, lose_answers: 0, away: false })
    await sandbox.idle()
    expect(received.length).toBeGreaterThan(20)
    expect(await order('/replay', { types: ['charge.dispute.closed'] })).toMatchObject({ replayed: 1 })
    const state = await (await fetch(`${sandbox.url}/sandbox`)).json()
    expect(state).toMatchObject({ books: { charged: 2879, refunded: 0, disputed: 0, fees: 68, net: 2811 } })
  })
})
