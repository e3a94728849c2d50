/** Whether the reader has asked the browser to save data. Not every browser tells. */
export function wantsLessData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}
