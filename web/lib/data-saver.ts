/** Whether the browser is in its data saver mode (`navigator.connection.saveData`, which not all browsers have). */
export function isDataSaverOn(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}
