import { useLocation, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'

/** Keeps the search text in the URL, so that it can be shared and survives Back from a profile. */
export function useCreatorsAddress() {
  const location = useLocation()
  const navigate = useNavigate()
  return {
    search: new URLSearchParams(location.search).get('search')?.trim() ?? '',
    /** Replaces the history entry, so that Back does not step through each letter. */
    writeSearch: (search: string) =>
      void navigate({ search: search === '' ? '' : `?${new URLSearchParams({ search })}` }, { replace: true }),
    /** Goes back, or home if the page was opened by its URL. */
    leave: () => void (location.key === 'default' ? navigate(paths.home) : navigate(-1)),
  }
}
