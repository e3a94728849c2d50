/** What a browser says about itself. A value, so that every device can be tested. */
export interface Browser {
  hasServiceWorker: boolean
  hasPush: boolean
  hasNotifications: boolean
  user_agent: string
  touch_points: number
  /** Whether Loge was opened as an installed app. */
  isInstalled: boolean
}

/**
 * Whether push can reach this device. On iPhones and iPads only installed apps have it, so that installing comes first.
 * iPads call themselves Macs, which have no touch screens.
 */
export function pushSupport(browser: Browser): 'supported' | 'install' | 'unsupported' {
  if (browser.hasServiceWorker && browser.hasPush && browser.hasNotifications) return 'supported'
  const isApple = /iPhone|iPad|iPod/.test(browser.user_agent)
  const isPadAsMac = /Macintosh/.test(browser.user_agent) && browser.touch_points > 1
  return (isApple || isPadAsMac) && !browser.isInstalled ? 'install' : 'unsupported'
}

export function thisBrowser(): Browser {
  return {
    hasServiceWorker: 'serviceWorker' in navigator,
    hasPush: 'PushManager' in globalThis,
    hasNotifications: 'Notification' in globalThis,
    user_agent: navigator.userAgent,
    touch_points: navigator.maxTouchPoints,
    isInstalled: matchMedia('(display-mode: standalone)').matches,
  }
}
