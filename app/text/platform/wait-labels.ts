const MINUTE_MS = 60_000

/** Returns '1 minuto', '15 minutos' or '2 horas', rounded up. */
export function formatWait(milliseconds: number): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / MINUTE_MS))
  if (minutes === 1) return '1 minuto'
  if (minutes < 60) return `${minutes} minutos`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? '1 hora' : `${hours} horas`
}
