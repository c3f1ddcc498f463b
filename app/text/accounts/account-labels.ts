export const unchangedNotice = { tone: 'good', text: 'Nada mudou: já estava assim.' } as const

export const removedAccountName = 'Conta removida'

/** Returns the last digits only: 'CPF terminado em 25'. */
export function maskDocument({ cpf, cnpj }: { cpf: string | null; cnpj: string | null }): string | null {
  if (cnpj) return `CNPJ terminado em ${cnpj.slice(-2)}`
  return cpf ? `CPF terminado em ${cpf.slice(-2)}` : null
}

/** In sequence, because a browser also sends the names of later entries: Edge sends Chrome and Safari. */
const programs: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/** In sequence, because Android also sends Linux. */
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'no iPhone'],
  [/\biPad\b/, 'no iPad'],
  [/\bAndroid\b/, 'no Android'],
  [/\bWindows\b/, 'no Windows'],
  [/\bMac OS X\b/, 'no Mac'],
  [/\bLinux\b/, 'no Linux'],
]

/** Returns 'Chrome no Windows'; only a rough name, since the header cannot be trusted. */
export function formatDevice(userAgent: string | null): string {
  const findLabel = (knownPatterns: [RegExp, string][]) =>
    knownPatterns.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [program, system] = [findLabel(programs), findLabel(systems)]
  if (!program && !system) return 'Aparelho desconhecido'
  return [program ?? 'Navegador', system].filter(Boolean).join(' ')
}

export function formatLosses(losses: { orders: number; subscriptions: number; downloads: number }): string[] {
  const lossCounts: [number, string, string][] = [
    [losses.orders, 'pedido em aberto', 'pedidos em aberto'],
    [losses.subscriptions, 'assinatura em vigor', 'assinaturas em vigor'],
    [losses.downloads, 'download comprado', 'downloads comprados'],
  ]
  return lossCounts.flatMap(([count, one, many]) => (count === 0 ? [] : [formatCount(count, one, many)]))
}

/** Returns 'a', 'a e b' or 'a, b e c'. */
export function joinWithAnd(parts: string[]): string {
  return parts.join(', ').replace(/, ([^,]*)$/, ' e $1')
}

export function formatCount(count: number, one: string, many: string, none = 'Nenhuma'): string {
  return count === 0 ? `${none} ${one}` : `${count} ${count === 1 ? one : many}`
}
