import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'

/** The mails the product has sent, read from the folder it leaves them in when no mail server is configured. */
export class Outbox {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Everything sent to an address so far, oldest first. */
  async mailsTo(address: string): Promise<Email[]> {
    const mails = await Promise.all((await this.#files()).map(async (file) => PostalMime.parse(await readFile(file))))
    return mails
      .filter((mail) => mail.to?.some((to) => to.address?.toLowerCase() === address.toLowerCase()))
      .sort((a, b) => Date.parse(a.date ?? '') - Date.parse(b.date ?? ''))
  }

  /** The newest mail to an address, once there are `count` of them. */
  async newestTo(address: string, count = 1): Promise<Email> {
    let mails: Email[] = []
    await expect(async () => {
      mails = await this.mailsTo(address)
      expect(mails.length, `mails to ${address}`).toBeGreaterThanOrEqual(count)
    }).toPass({ timeout: 10_000, intervals: [50, 100, 200] })
    const newest = mails.at(-1)
    if (!newest) throw new Error(`no mail to ${address}`)
    return newest
  }

  /** Where a link in the newest mail to an address leads. */
  async linkTo(address: string, path: string): Promise<string> {
    const { text = '' } = await this.newestTo(address)
    const link = text.match(/https?:\/\/\S+/g)?.find((url) => new URL(url).pathname === path)
    if (!link) throw new Error(`no link to ${path} in the mail: ${text}`)
    const { pathname, search } = new URL(link)
    return pathname + search
  }

  async #files(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => [])
    return names
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => join(this.#folder, name))
  }
}
