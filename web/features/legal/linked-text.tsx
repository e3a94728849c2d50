import { Fragment } from 'react'
import { paths } from '#contract/paths.ts'
import { TextLink } from '#web/ui/text-link.tsx'

const LINK = /\[([^\]]+)\]\(([^)]+)\)/

/** Renders links in a legal text: `[words](contact_us)` links to that page, `[words](#security)` to that section. */
export function LinkedText({ text }: { text: string }) {
  // Splitting by a pattern with two groups gives: text, words, target, text, words, target, … text.
  const parts = text.split(LINK)
  return parts.map((part, index) => {
    const target = parts[index + 1] ?? ''
    if (index % 3 === 2) return null
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never reordered
    return <Fragment key={index}>{index % 3 === 1 ? <Reference target={target} words={part} /> : part}</Fragment>
  })
}

function Reference({ target, words }: { target: string; words: string }) {
  if (isPage(target)) return <TextLink to={paths[target]}>{words}</TextLink>
  return (
    <a href={target} className="text-link">
      {words}
    </a>
  )
}

function isPage(target: string): target is keyof typeof paths {
  return target in paths
}
