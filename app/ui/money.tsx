import type { Centavos } from '#app/domain/platform/money.ts'
import { formatReais } from '#app/text/platform/format.ts'

export function Money({ centavos }: { centavos: Centavos }) {
  return <span className="num">{formatReais(centavos)}</span>
}
