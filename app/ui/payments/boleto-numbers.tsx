import {
  boletoNumbersCommand,
  boletoNumberLabels as labels,
} from '#app/text/settings/boleto-number-labels.ts'
import { Notice } from '#app/ui/notice.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

type Numbers = {
  width: number
  next: number
  lastUsedNumber: number
  last: number
  highestBoleto: number | null
  highestSeen: number | null
}

export function BoletoNumbers({ numbers }: { numbers: Numbers }) {
  const { width, next, last, lastUsedNumber, highestBoleto, highestSeen } = numbers
  const renderNumber = (number: number | null) =>
    number ? <span className="code">{String(number).padStart(width, '0')}</span> : 'nenhum'
  const isRangeUsedUp = next > last
  return (
    <section className="section" aria-labelledby="numeros">
      <h2 id="numeros">{labels.title}</h2>
      {isRangeUsedUp ? (
        <Notice tone="bad" title={labels.usedUp}>
          <p>{labels.usedUpAdvice}</p>
        </Notice>
      ) : null}
      <SummaryList
        rows={[
          { key: 'Próximo número', value: isRangeUsedUp ? 'nenhum' : renderNumber(next) },
          { key: 'Maior número já usado', value: renderNumber(lastUsedNumber) },
          { key: 'Maior em boletos da loja', value: renderNumber(highestBoleto) },
          { key: 'Maior em retornos do banco', value: renderNumber(highestSeen) },
        ]}
      />
      <div className="stack">
        <h3>{labels.afterRestore}</h3>
        <p>{labels.afterRestoreAdvice}</p>
        <ul>
          <li>{labels.bySetting}</li>
          <li>
            {labels.byCommand} <code className="code">{boletoNumbersCommand}</code>
          </li>
        </ul>
      </div>
    </section>
  )
}
