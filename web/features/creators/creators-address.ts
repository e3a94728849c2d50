import { useLocation, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'

/** What is looked for is part of the address: it can be sent to somebody, and Back from a profile finds it again. */
export function useCreatorsAddress() {
  const location = useLocation()
  const navigate = useNavigate()
  return {
    search: new URLSearchParams(location.search).get('search')?.trim() ?? '',
    /** Letter by letter: Back leads past them all. */
    writeSearch: (search: string) =>
      void navigate({ search: search === '' ? '' : `?${new URLSearchParams({ search })}` }, { replace: true }),
    /** To where one came from; who came by the address alone has no such place. */
    leave: () => void (location.key === 'default' ? navigate(paths.home) : navigate(-1)),
  }
}
