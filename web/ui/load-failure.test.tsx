import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LoadFailure } from './load-failure.tsx'

test('A load failure is announced as an alert, with a button to try again', () => {
  const drawn = renderToStaticMarkup(
    <LoadFailure heading="h3" title="The posts could not be loaded" retry="Try again" onRetry={() => {}} />,
  )
  expect(drawn).toMatch(/^<div role="alert".*<h3[^>]*>The posts could not be loaded<\/h3>.*Try again<\/button>/)
})
