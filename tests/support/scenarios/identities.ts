import type { Context } from '#server/context.ts'
import { sealDetails } from '#server/domain/identities.ts'
import { decideVerification, saveVerification } from '#server/store/verifications.ts'
import type { Person, Reply } from '#tests/support/world.ts'

export const IBAN = 'FR7630006000011234567890189'
export const OTHER_IBAN = 'DE89370400440532013000'

export const DETAILS = {
  legal_name: 'Amélie Durand',
  birth_date: '1990-05-04',
  street: '12 rue des Lilas',
  postal_code: '75011',
  city: 'Paris',
  country: 'FR',
  tax_number: '1 23 45 67 890 123',
}

/** The smallest PDF that readers accept, with words that a test can search for. */
export function pdfDocument(words = 'passport'): Buffer {
  return Buffer.from(`%PDF-1.4\n%${words}\n1 0 obj<<>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`)
}

/** Everything that a verification needs, or what is given. */
export async function sendIdentity(
  person: Person,
  parts: Record<string, string | Buffer | undefined> = {},
): Promise<Reply> {
  const all = { ...DETAILS, iban: IBAN, document: pdfDocument(), portrait: pdfDocument('portrait'), ...parts }
  const sent = Object.entries(all).filter((part): part is [string, string | Buffer] => part[1] !== undefined)
  return await person.send('PUT', '/verification', Object.fromEntries(sent))
}

/** An admin opens what was sent and decides. */
export async function decideIdentity(
  admin: Person,
  creator: Person,
  body: object = { outcome: 'verified' },
): Promise<Reply> {
  await admin.ask('GET', `/admin/verifications/${creator.id}`)
  return await admin.ask('POST', `/admin/verifications/${creator.id}/decision`, body)
}

/** A creator who was verified without anybody doing it. */
export async function insertVerified(
  ctx: Context,
  creator_id: string,
  details: Partial<typeof DETAILS> = {},
): Promise<void> {
  const { seal, db, now } = ctx
  if (!seal) throw new Error('nobody is verified in this world')
  await db.begin(async (tx) => {
    const sealed = sealDetails(seal, creator_id, { ...DETAILS, ...details })
    await saveVerification(tx, { creator_id, details: sealed, now: now() })
    const decision = { decided_by: null, refusal: null, note: null, now: now() }
    await decideVerification(tx, { creator_id, state: 'verified', ...decision })
  })
}
