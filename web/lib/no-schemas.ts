/**
 * What the build puts in the place of TypeBox. The browser reads the methods and paths of the contract and asks its
 * schemas nothing, so they need not be made: each is only the parts it was given, which others are spread from.
 */
export const Type = new Proxy({}, { get: () => (properties?: unknown) => ({ properties }) })
