import type { Centavos } from '#app/domain/money.ts'
import { formatReais } from '#app/text/format.ts'

export function Money({ centavos }: { centavos: Centavos }) {
  return <span className="num">{formatReais(centavos)}</span>
}
