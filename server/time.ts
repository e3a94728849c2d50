export function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms)
}

export function earlier(time: Date, ms: number): Date {
  return new Date(time.getTime() - ms)
}
