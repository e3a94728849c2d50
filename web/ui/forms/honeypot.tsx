/** Honeypot: a hidden field that only bots fill in. The server discards what they send. */
export function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-2500 size-px overflow-hidden">
      <label>
        Website
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
