import { describe, expect, it } from 'vitest'
import { statementToken } from '#server/domain/statement-token.ts'
import { staff as staffProgram } from '../scripts/staff.ts'
import { runCommandHere } from './support/processes/run-command.ts'
import { casesWorld } from './support/scenarios/reported-cases.ts'

const { ctx, amy, visitor, reported, caseRow, decisionsOf, noticesOf, auditOf } = await casesWorld()

/** Runs the staff command on the database of this world. */
const staff = (...args: string[]) => {
  const { database_url = '', data_dir } = ctx.config
  return runCommandHere(staffProgram, args, { DATABASE_URL: database_url, DATA_DIR: data_dir })
}
const numberOf = async (id: string): Promise<string> => (await caseRow(id))?.number

describe('The staff command decides cases', () => {
  it('The staff command lists the open cases, the most severe first', async () => {
    const [mild, bad] = [await reported.story(amy, undefined, 'spam'), await reported.story(amy, undefined, 'threat')]
    const lines = (await staff('cases')).stdout.split('\r\n')
    expect(lines[0]).toBe('number,kind,severity,whom,reasons,reports,opened,due,state')
    expect(lines.slice(1, 3).map((line) => line.split(',').slice(0, 6).join())).toEqual([
      `${await numberOf(bad.id)},story,urgent,amy,threat,1`,
      `${await numberOf(mild.id)},story,low,amy,spam,1`,
    ])
  })

  it('The staff command refuses unknown cases, actions and grounds, and says what is missing', async () => {
    const { id } = await reported.story()
    const number = await numberOf(id)
    for (const [args, sentence] of [
      [['9999-0001', 'dismiss'], 'There is no case with the number 9999-0001.'],
      [[number, 'banish'], 'ACTION must be one of dismiss, warn, '],
      [[number, 'warn', '--ground', 'Terms', '--facts', 'Spam'], 'GROUND must be one of terms_minor, '],
      [[number, 'warn', '--ground', 'terms_spam'], 'The case was not decided: facts: is required.'],
      [[number, 'freeze', '--ground', 'terms_spam', '--facts', 'x', '--until', '2020-01-01'], 'must be in the future.'],
    ] as const) {
      const { code, stderr } = await staff('decide', ...args)
      expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)])
    }
    expect(await decisionsOf(id)).toEqual([])
  })

  it('The staff command decides a case once, with an entry in the audit log, and lists its appeal', async () => {
    const { id } = await reported.story()
    const number = await numberOf(id)
    const asked = ['decide', number, 'warn,remove', '--ground', 'terms_spam', '--facts', 'Many equal stories']
    expect((await staff(...asked)).stdout).toBe(`The case ${number} is decided: warn, remove.\n`)
    const [decision] = await decisionsOf(id)
    expect(decision).toMatchObject({ actions: ['warn', 'remove'], ground: 'terms_spam', decided_by: null })
    expect(await auditOf(id)).toMatchObject([{ staff_id: null, action: 'case_decided' }])
    expect((await noticesOf(amy)).some(({ decision_id }) => decision_id === decision?.id)).toBe(true)
    expect((await staff(...asked)).stderr).toContain('This case is decided already')
    expect((await staff('cases')).stdout).not.toContain(number)
    const token = statementToken(ctx.secret, decision?.id)
    expect((await visitor.ask('POST', `/decisions/${token}/appeal`, { text: 'Not equal' })).status).toBe(201)
    const [head, line] = (await staff('appeals')).stdout.split('\r\n')
    expect(head).toBe('number,kind,whom,actions,ground,facts,decided,appealed,appeal')
    expect(line).toContain(`${number},story,amy,warn remove,terms_spam,Many equal stories,`)
    expect(line).toContain(',Not equal')
  })
})
