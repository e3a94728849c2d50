import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { isReservedUsername, isStaffLikeUsername, RESERVED_USERNAMES } from '#contract/reserved-usernames.ts'
import { routes } from './router.tsx'

function pathsOf(list: RouteObject[]): string[] {
  return list.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...pathsOf(children)])
}

/** The path of the route that matches a URL. */
function matched(address: string): string | undefined {
  return matchRoutes(routes, address)?.at(-1)?.route.path
}

test('No username can take the place of a page', () => {
  const excerpt = pathsOf(routes)
    .map((path) => path.split('/')[1] ?? '')
    .filter((word) => word !== '' && !word.startsWith(':'))
  expect(excerpt.length).toBeGreaterThan(15)
  expect(excerpt.filter((word) => !isReservedUsername(word))).toEqual([])
  expect(excerpt.filter((word) => !isReservedUsername(word.toUpperCase()))).toEqual([])
})

test('A name that looks like staff hides no page, and an account that already has it keeps its profile page', () => {
  const staffLike = ['moderator', 'official', 'security', 'help', 'root', 'logement', 'team', 'administrator']
  for (const name of staffLike) {
    expect(isStaffLikeUsername(name)).toBe(true)
    // An account that already has the name keeps its profile page.
    expect(isReservedUsername(name)).toBe(false)
    expect(matched(`/${name}`)).toBe(paths.profile)
  }
})

// Spec 2.60
test('No reserved word that is a page is read as somebody’s name', () => {
  const pages = Object.values(paths).filter((path) => /^\/[a-z-]+$/.test(path))
  expect(pages.length).toBeGreaterThan(10)
  for (const page of pages) expect(matched(page)).toBe(page)
  expect(RESERVED_USERNAMES.has('home')).toBe(true)
})

test('Every path of the contract has exactly one page', () => {
  const served = pathsOf(routes).filter((path) => path !== '*')
  expect(served.toSorted()).toEqual(Object.values(paths).toSorted())
})

// Spec 2.46
test.each([
  ['/', paths.home],
  ['/home', paths.home_alias],
  ['/amy', paths.profile],
  ['/Amy_Lenoir-2', paths.profile],
  ['/creator/amy', paths.creator_alias],
  ['/conversations/received', paths.conversations_received],
  ['/conversations/0190', paths.conversation],
  ['/admin/users', paths.admin_users],
  ['/admin/unknown', '*'],
  ['/settings/unknown', '*'],
  ['/amy/unknown/path', '*'],
])('The URL %s is matched by the route %s', (address, route) => {
  expect(matched(address)).toBe(route)
})
