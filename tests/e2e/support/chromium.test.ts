import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBrowser } from './chromium.ts'

describe('The browser of the tests', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loge-'))
  })

  afterEach(() => {
    rmSync(folder, { recursive: true })
  })

  function program(name: string, exitCode: number): string {
    const path = join(folder, name)
    writeFileSync(path, `#!/bin/sh\nexit ${exitCode}\n`)
    chmodSync(path, 0o755)
    return path
  }

  it('A missing E2E_CHROMIUM is an error, and no other browser is searched for', () => {
    expect(() => findBrowser({ E2E_CHROMIUM: join(folder, 'nowhere') })).toThrow(
      'E2E_CHROMIUM names a file that is not there',
    )
  })

  it('The browser of E2E_CHROMIUM comes before any other', () => {
    program('chromium', 0)
    const mine = program('mine', 0)
    const found = findBrowser({ E2E_CHROMIUM: mine, PATH: folder })
    expect(found).toMatchObject({ source: 'E2E_CHROMIUM', launchOptions: { executablePath: mine } })
  })

  const nowhere = () => join(folder, 'chromium-1/none')
  const noneFromNpm = () => undefined

  it('Playwright’s own browser comes before those of the system', () => {
    program('chromium', 0)
    const own = program('own', 0)
    const found = findBrowser({ PATH: folder }, own)
    expect(found).toMatchObject({ source: 'playwright', launchOptions: { executablePath: own } })
  })

  it('Playwright’s headless shell, which it finds itself, comes before its whole browser', () => {
    mkdirSync(join(folder, 'chromium_headless_shell-7'))
    mkdirSync(join(folder, 'chromium-7'))
    const found = findBrowser({}, program('chromium-7/chrome', 0))
    expect(found.source).toBe('playwright')
    expect(found.launchOptions).not.toHaveProperty('executablePath')
  })

  it('The headless shell from npm comes before a browser of the system', () => {
    program('chromium', 0)
    const shell = { source: 'shipped', launchOptions: {} } as const
    expect(findBrowser({ PATH: folder }, nowhere(), () => shell)).toBe(shell)
  })

  it('A browser of the system is used if it starts and the one from npm does not', () => {
    program('chromium', 1)
    const chrome = program('google-chrome', 0)
    const found = findBrowser({ PATH: ['/nowhere', folder].join(delimiter) }, nowhere(), noneFromNpm)
    expect(found).toMatchObject({ source: 'system', launchOptions: { executablePath: chrome } })
  })

  it('The system’s headless shell comes before its whole browser', () => {
    program('chromium', 0)
    const shell = program('chromium-headless-shell', 0)
    const found = findBrowser({ PATH: folder }, nowhere(), noneFromNpm)
    expect(found).toMatchObject({ source: 'system', launchOptions: { executablePath: shell } })
  })

  it('The error says what to install if there is no browser', () => {
    expect(() => findBrowser({ PATH: folder }, nowhere(), noneFromNpm)).toThrow('No Chromium was found')
  })
})
