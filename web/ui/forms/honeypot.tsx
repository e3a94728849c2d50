/** A field that no person sees or is told of: what fills it in is a machine, and the server keeps nothing of what it sends. */
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
