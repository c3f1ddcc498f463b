import { reviewHours } from '#app/domain/orders/photo-review.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import {
  formatLateReviews,
  formatMonthName,
  formatShortDay,
  formatShortMonth,
  formatShortReais,
} from '#app/text/reports/dashboard-labels.ts'
import { BarChart } from './bar-chart.tsx'

type Point = { start: CivilDate; end: CivilDate; value: number; href: string }

export type DashboardProps = {
  month: CivilDate // any day of the month that is counted
  cards: readonly { name: keyof typeof cardLabels; count: number; href: string }[]
  late: { count: number; href: string } // orders whose photo has waited too long
  /** null while the list is searched or filtered */
  charts: { revenue: readonly Point[]; renewals: readonly Point[]; endingByWeek: readonly Point[] } | null
}

const cardLabels = {
  expiring: ['Vencimento', 'Vencimentos'],
  subscriptions: ['Assinatura', 'Assinaturas'],
  renewals: ['Renovação', 'Renovações'],
  purchases: ['Compra', 'Compras'],
} as const

/** Shows numbers with links to the reports that count them. */
export function Dashboard({ month, cards, late, charts }: DashboardProps) {
  return (
    <section aria-labelledby="mes" className="dashboard">
      <h2 id="mes">{`Em ${formatMonthName(month)}`}</h2>
      <MonthCards cards={cards} />
      <p className={late.count > 0 ? 'dashboard-late' : 'hint'}>
        {formatLateReviews(late.count, reviewHours)}{' '}
        {late.count > 0 ? (
          <a href={late.href} className="no-print">
            Abrir a fila
          </a>
        ) : null}
      </p>
      {charts && hasNumbers(charts) ? <Charts {...charts} /> : null}
    </section>
  )
}

export function MonthCards({ cards }: Pick<DashboardProps, 'cards'>) {
  return (
    <div className="grid grid-4">
      {cards.map(({ name, count, href }) => (
        <a key={name} href={href} className="card">
          <span className="figure-value">{count.toLocaleString('pt-BR')}</span>
          {cardLabels[name][count === 1 ? 0 : 1]}
        </a>
      ))}
    </div>
  )
}

function hasNumbers({ revenue, renewals, endingByWeek }: NonNullable<DashboardProps['charts']>): boolean {
  return [...revenue, ...renewals, ...endingByWeek].some(({ value }) => value > 0)
}

function Charts({ revenue, renewals, endingByWeek }: NonNullable<DashboardProps['charts']>) {
  const sumValues = (points: readonly Point[]) => points.reduce((sum, { value }) => sum + value, 0)
  const endingCount = sumValues(endingByWeek)
  return (
    <div className="grid grid-3">
      <BarChart
        id="receita"
        title="Receita por mês (R$)"
        summary={`${formatReais(sumValues(revenue))} em 12 meses, em pedidos pagos.`}
        bars={listMonthBars(revenue, formatReais)}
        {...monthLabels}
        unit={100}
        formatScale={formatShortReais}
        heads={{ name: 'Mês', value: 'Receita' }}
      />
      <BarChart
        id="renovacoes"
        title="Renovações por mês"
        summary={`${formatNumber(sumValues(renewals))} em 12 meses.`}
        bars={listMonthBars(renewals, formatNumber)}
        {...monthLabels}
        formatScale={formatNumber}
        heads={{ name: 'Mês', value: 'Renovações' }}
      />
      <BarChart
        id="a-vencer"
        title="A vencer nos próximos 90 dias"
        summary={`${formatNumber(endingCount)} ${endingCount === 1 ? 'assinatura' : 'assinaturas'}, por semana a partir de hoje.`}
        bars={endingByWeek.map(({ start, end, value, href }) => ({
          key: start,
          label: formatShortDay(start),
          value,
          name: `${formatDate(start)} a ${formatDate(end)}`,
          valueText: formatNumber(value),
          href,
        }))}
        labelEach={3}
        labelFrom="first"
        formatScale={formatNumber}
        heads={{ name: 'Semana', value: 'Assinaturas' }}
      />
    </div>
  )
}

const monthLabels = { labelEach: 2, labelFrom: 'last' } as const

function listMonthBars(points: readonly Point[], formatValue: (value: number) => string) {
  return points.map(({ start, value, href }, index) => ({
    key: start,
    label: formatShortMonth(start),
    value,
    name: formatMonthName(start),
    valueText: formatValue(value),
    href,
    isOpen: index === points.length - 1,
  }))
}

function formatNumber(value: number): string {
  return value.toLocaleString('pt-BR')
}
