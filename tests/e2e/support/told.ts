import type { Page, Route } from '@playwright/test'
import { CHANNELS, isChosen, NOTICE_TOPICS } from '#contract/notice-topics.ts'
import type { Notice, NotificationSettings, NotificationSettingsChange } from '#contract/notices.ts'

/** What somebody who has chosen nothing is told of. */
function settingsOf(own: Partial<NotificationSettings> = {}): NotificationSettings {
  const channels = (topic: (typeof NOTICE_TOPICS)[number]) =>
    Object.fromEntries(CHANNELS.map((channel) => [channel, isChosen({}, topic, channel)]))
  const choices = Object.fromEntries(NOTICE_TOPICS.map((topic) => [topic, channels(topic)]))
  return {
    choices: choices as NotificationSettings['choices'],
    mails: 'at_once',
    quiet_hours: null,
    time_zone: 'Europe/Paris',
    push_says: 'nothing',
    ...own,
  }
}

export const SETTINGS_CALL = /\/api\/notification_settings$/

/** Answers the calls of the settings page in place of the server. Returns the changes that were sent. */
export async function fakeSettings(page: Page, own: Partial<NotificationSettings> = {}) {
  let settings = settingsOf(own)
  const changes: NotificationSettingsChange[] = []
  await page.route(SETTINGS_CALL, async (route) => {
    if (route.request().method() === 'PUT') {
      const change: NotificationSettingsChange = route.request().postDataJSON()
      changes.push(change)
      settings = apply(settings, change)
    }
    await route.fulfill({ json: settings })
  })
  return changes
}

function apply(settings: NotificationSettings, change: NotificationSettingsChange): NotificationSettings {
  const choices = { ...settings.choices }
  for (const topic of NOTICE_TOPICS) choices[topic] = { ...choices[topic], ...change.choices?.[topic] }
  return { ...settings, ...change, choices }
}

interface FakePush {
  /** What the browser has been told before. */
  permission: NotificationPermission
  /** What the person answers when the browser asks. */
  answer?: NotificationPermission
  /** Whether the browser has no push at all. */
  isMissing?: boolean
  /** Whether the push service of the browser refuses. */
  refuses?: boolean
}

/** What the stand-in of the browser's push has done so far. */
declare global {
  interface Window {
    push: { asked: number; key: string | null; ended: number; closed: string[]; shown: string[]; badge: number | null }
  }
}

/**
 * Stands in for the push of the browser, which cannot subscribe without a push service, and for the calls of the server.
 * Returns these calls, each as `METHOD /path`.
 */
export async function fakePush(page: Page, options: FakePush): Promise<string[]> {
  await page.addInitScript((fake) => {
    let permission = (sessionStorage.getItem('fake permission') ?? fake.permission) as NotificationPermission
    let isSubscribed = sessionStorage.getItem('fake subscription') !== null
    const shown = new Set<string>(JSON.parse(sessionStorage.getItem('fake notifications') ?? '[]'))
    window.push = { asked: 0, key: null, ended: 0, closed: [], shown: [...shown], badge: null }
    Object.defineProperty(navigator, 'setAppBadge', {
      value: async (count: number) => {
        window.push.badge = count
      },
    })
    if (fake.isMissing) {
      Reflect.deleteProperty(window, 'PushManager')
      return
    }
    const endpoint = 'https://push.example/device'
    const subscription = {
      endpoint,
      options: { applicationServerKey: new TextEncoder().encode('house').buffer },
      toJSON: () => ({
        endpoint,
        keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
      }),
      unsubscribe: async () => {
        window.push.ended += 1
        isSubscribed = false
        sessionStorage.removeItem('fake subscription')
        return true
      },
    }
    const registration = {
      pushManager: {
        getSubscription: async () => (isSubscribed ? subscription : null),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          if (fake.refuses) throw new DOMException('Registration failed', 'AbortError')
          window.push.key = applicationServerKey
          isSubscribed = true
          sessionStorage.setItem('fake subscription', '')
          return subscription
        },
      },
      getNotifications: async () =>
        window.push.shown.map((tag) => ({
          tag,
          close: () => {
            window.push.closed.push(tag)
            window.push.shown = window.push.shown.filter((each) => each !== tag)
          },
        })),
    }
    Object.defineProperty(navigator.serviceWorker, 'ready', { get: () => Promise.resolve(registration) })
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      window.push.asked += 1
      permission = fake.answer ?? permission
      sessionStorage.setItem('fake permission', permission)
      return permission
    }
  }, options)
  const calls: string[] = []
  await page.route(/\/api\/push_subscriptions/, async (route: Route) => {
    const path = new URL(route.request().url()).pathname.slice('/api'.length)
    calls.push(`${route.request().method()} ${path}`)
    // "aG91c2U" is the key of the subscription above.
    await route.fulfill({ json: path.endsWith('/key') ? { key: 'aG91c2U' } : { id: DEVICE_ID, renewal: 'token' } })
  })
  return calls
}

export const DEVICE_ID = '019ba4d2-0000-7000-8000-0000000000de'

/** A notice, the newest with the highest number. */
export function noticeOf(number: number, own: Partial<Omit<Notice, 'kind'>> & { kind: string }) {
  return {
    id: `019ba4d2-0000-7000-8000-${String(number).padStart(12, '0')}`,
    text: 'Something happened.',
    created_at: new Date().toISOString(),
    read: false,
    post_id: null,
    path: null,
    may_answer: false,
    answer: null,
    ...own,
  }
}

/** Answers the list of notices in place of the server, and marks them as read when the page says so. Returns what it was told to mark. */
export async function fakeNotices(page: Page, list: ReturnType<typeof noticeOf>[]): Promise<(string | null)[]> {
  const marked: (string | null)[] = []
  await page.route(/\/api\/notices(\?|$)/, (route) =>
    route.fulfill({
      headers: {
        'x-unread-count': String(list.filter(({ read }) => !read).length),
        'x-unread-apart': String(list.filter(({ read, kind }) => !read && kind !== 'new_message').length),
      },
      json: list,
    }),
  )
  await page.route(/\/api\/notices\/read$/, async (route) => {
    const until: string | null = route.request().postDataJSON()?.until ?? null
    marked.push(until)
    for (const notice of list) if (until === null || notice.id <= until) notice.read = true
    await route.fulfill({ json: {} })
  })
  return marked
}
