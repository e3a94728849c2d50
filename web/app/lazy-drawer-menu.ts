import type { ComponentType } from 'react'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import type { DrawerMenuProps } from './drawer-menu.tsx'

export async function loadDrawerMenu(): Promise<ComponentType<DrawerMenuProps>> {
  return (await import('./drawer-menu.tsx')).DrawerMenu
}

export const LazyDrawerMenu = lazyOverlay(loadDrawerMenu)
