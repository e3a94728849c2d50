import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import shippedChromium from '@sparticuz/chromium'

/** Run by chromium.ts in a process of its own: unpacks into TMPDIR. */
await shippedChromium.executablePath()

// The package's own list of font folders names places outside of the project. Without a font, text has no size at all.
writeFileSync(
  join(tmpdir(), 'fonts/fonts.conf'),
  '<?xml version="1.0"?><fontconfig><dir prefix="relative">fonts</dir></fontconfig>\n',
)
