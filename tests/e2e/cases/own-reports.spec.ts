import type { Db } from '#server/db/connect.ts'
import { axe } from '#tests/e2e/support/axe.ts'
import type { Person } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { expectToFit, forEachView, roundsFrom } from '#tests/e2e/support/views.ts'
import { insertDecision } from '#tests/support/database/decided-cases.ts'

/** Decides the open case about the profile of this person. */
async function decide(db: Db, { id }: Person, action: 'remove' | 'dismiss'): Promise<void> {
  const [found] = await db<{ id: string }[]>`
    update cases set state = 'decided', decided_at = now() where object_id = ${id} and state = 'open' returning id`
  await insertDecision({ db, now: () => new Date() }, found?.id ?? '', { actions: [action] })
}

const WORDS = {
  en: {
    list: 'Your reports',
    rows: ['A post by', 'The profile of', 'The profile of'],
    reasons: ['Inapropriate content', 'Threats or violence', 'Pretends to be someone else'],
    states: ['Being looked at', 'Removed', 'Kept'],
  },
  fr: {
    list: 'Vos signalements',
    rows: ['Une publication de', 'Le profil de', 'Le profil de'],
    reasons: ['Contenu inapproprié', 'Menaces ou violence', 'Se fait passer pour quelqu’un'],
    states: ['En examen', 'Contenu retiré', 'Contenu conservé'],
  },
}

test('A member who has reported nothing reads so', async ({ page, people }) => {
  await people.signedIn(page, await people.member())
  await page.goto('/settings/safety')
  await expect(page.getByRole('list', { name: 'Your reports' })).toHaveText('You have reported nothing.')
})

for (const round of roundsFrom(390)) {
  test.describe(round.name, () => {
    test.use(round.use)

    test('A member reads what came of each report, the newest first', async ({ page, people, db }) => {
      const [bob, amy, lou] = [await people.member(), await people.creator(), await people.creator()]
      await people.call(bob, 'POST', '/reports', { username: lou.username, reason: 'identity' })
      await people.call(bob, 'POST', '/reports', { username: amy.username, reason: 'threat' })
      await people.report(bob, await people.post(amy), 'Inapropriate content')
      await decide(db, amy, 'remove')
      await decide(db, lou, 'dismiss')
      await people.signedIn(page, bob)
      await page.goto('/settings/safety')
      await forEachView(page, round, async (view) => {
        const words = WORDS[view.language]
        const rows = page.getByRole('list', { name: words.list }).getByRole('listitem')
        await expect(rows).toHaveCount(3)
        for (const [index, name] of [amy, amy, lou].map(({ username }) => username).entries()) {
          for (const text of [`${words.rows[index]} ${name}`, words.reasons[index] ?? '', words.states[index] ?? ''])
            await expect(rows.nth(index)).toContainText(text)
        }
        await expectToFit(page, view)
        await axe(page)
      })
    })
  })
}
