import type { ReactNode } from 'react'
import { calculateChartScale } from '#app/domain/platform/chart-scale.ts'
import { DataTable } from '#app/ui/table.tsx'

export type ChartBar = {
  key: string
  label: string // text under the bar
  value: number
  /** text in the table, with a link to the counted records */
  name: string
  valueText: string
  href: string
  isOpen?: boolean // true if the counted period is not over
}

export type BarChartProps = {
  id: string
  title: string
  summary: string // text under the title and for screen readers
  bars: readonly ChartBar[]
  /** labels every n-th bar, counted from the last or the first */
  labelEach: number
  labelFrom: 'first' | 'last'
  unit?: number // step of the scale
  formatScale: (value: number) => string // returns a short text for a value
  heads: { name: string; value: string }
}

// Sizes in units of the drawing. One unit is one pixel on the narrowest phone.
const WIDTH = 288
const HEIGHT = 176
const LEFT_MARGIN = 52
const RIGHT_MARGIN = 14
const TOP_MARGIN = 10
const GROUND_Y = 150
const BAR_SHARE = 0.7

export function BarChart(props: BarChartProps) {
  const { id, title, summary, bars, heads } = props
  return (
    <figure className="chart">
      <figcaption>
        <strong>{title}</strong>
        <span className="hint">{summary}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-labelledby={`${id}-titulo ${id}-descricao`}
        className="chart-picture"
      >
        <title id={`${id}-titulo`}>{title}</title>
        <desc id={`${id}-descricao`}>{`${summary} Os números estão na tabela abaixo do gráfico.`}</desc>
        <Drawing {...props} />
      </svg>
      <details className="chart-numbers no-print">
        <summary>
          Ver os números<span className="visually-hidden">{`: ${title}`}</span>
        </summary>
        <DataTable
          caption={title}
          rows={bars}
          rowKey={({ key }) => key}
          empty={{ text: '-' }}
          columns={[
            {
              key: 'name',
              label: heads.name,
              rowHeader: true,
              render: ({ name, href }) => <a href={href}>{name}</a>,
            },
            { key: 'value', label: heads.value, align: 'num', render: ({ valueText }) => valueText },
          ]}
        />
      </details>
    </figure>
  )
}

function Drawing({ bars, labelEach, labelFrom, unit, formatScale }: BarChartProps) {
  const { step, top } = calculateChartScale(Math.max(0, ...bars.map(({ value }) => value)), unit)
  const getHeight = (value: number) => (value / top) * (GROUND_Y - TOP_MARGIN)
  const scaleValues = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step)
  const slotWidth = (WIDTH - LEFT_MARGIN - RIGHT_MARGIN) / bars.length
  const isLabelled = (index: number) => {
    const distance = labelFrom === 'first' ? index : bars.length - 1 - index
    return distance % labelEach === 0
  }
  return (
    <>
      {scaleValues.map((value) => (
        <ScaleLine key={value} y={GROUND_Y - getHeight(value)}>
          {formatScale(value)}
        </ScaleLine>
      ))}
      {bars.map(({ key, label, value, name, valueText, isOpen }, index) => (
        <g key={key}>
          <rect
            className={isOpen ? 'chart-bar chart-bar-open' : 'chart-bar'}
            x={roundHundredths(LEFT_MARGIN + slotWidth * index + (slotWidth * (1 - BAR_SHARE)) / 2)}
            y={roundHundredths(GROUND_Y - getHeight(value))}
            width={roundHundredths(slotWidth * BAR_SHARE)}
            height={roundHundredths(getHeight(value))}
          >
            <title>{`${name}: ${valueText}`}</title>
          </rect>
          {isLabelled(index) ? (
            <text
              className="chart-text"
              x={roundHundredths(LEFT_MARGIN + slotWidth * (index + 0.5))}
              y={HEIGHT - 8}
              textAnchor="middle"
            >
              {label}
            </text>
          ) : null}
        </g>
      ))}
    </>
  )
}

function ScaleLine({ y, children }: { y: number; children: ReactNode }) {
  return (
    <>
      <line
        className="chart-line"
        x1={LEFT_MARGIN}
        x2={WIDTH - RIGHT_MARGIN}
        y1={roundHundredths(y)}
        y2={roundHundredths(y)}
      />
      <text className="chart-text" x={LEFT_MARGIN - 6} y={roundHundredths(y + 4)} textAnchor="end">
        {children}
      </text>
    </>
  )
}

function roundHundredths(value: number): number {
  return Math.round(value * 100) / 100
}
