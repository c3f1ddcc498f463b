import type { CsvKind } from '#app/domain/backoffice/import-kind.ts'
import type { CsvLineRow } from '#app/models/backoffice/import/csv-effects.server.ts'
import type {
  CsvOutcomeCounts,
  ImportRow,
  ImportState,
} from '#app/models/backoffice/import/imports.server.ts'
import { paths } from '#app/paths.ts'
import { userLabels } from '#app/text/accounts/user-labels.ts'
import { csvImportLabels, getCsvFieldName } from '#app/text/backoffice/csv-import-labels.ts'
import { publicationLabels } from '#app/text/catalogue/publication-labels.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import type { ListColumn } from '#app/ui/backoffice/list-columns.ts'
import type { Tone } from '#app/ui/notice.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'

type Outcome = 'read' | 'new' | 'changed' | 'known' | 'refused'

const outcomeTones: Readonly<Record<Outcome, Tone>> = {
  read: 'neutral',
  new: 'good',
  changed: 'warn',
  known: 'neutral',
  refused: 'bad',
}

const labelsBefore = {
  read: 'A conferir',
  new: 'Nova',
  changed: 'Muda',
  known: 'Igual',
  refused: 'Erro',
} as const
const labelsAfter = { ...labelsBefore, new: 'Criada', changed: 'Alterada' } as const

function getOutcome({ state, changes }: ImportRow): Outcome {
  if (state === 'ready' || state === 'applied') return changes === null ? 'new' : 'changed'
  return state
}

/** Returns sentences about a line's consequences for other records. */
function listEffects({ awaitingCount }: CsvLineRow): string[] {
  return awaitingCount > 0 ? [csvImportLabels.sentBack(awaitingCount)] : []
}

/** Returns the columns with each line's outcome, for page and file. */
export function makeLineColumns(kind: CsvKind, state: ImportState): readonly ListColumn<CsvLineRow>[] {
  const labels = state === 'done' ? labelsAfter : labelsBefore
  return [
    {
      key: 'place',
      label: columnNames.line,
      kind: 'code',
      align: 'code',
      rowHeader: true,
      value: ({ place }) => place,
    },
    {
      key: 'record',
      label: columnNames.record,
      kind: 'code',
      value: ({ key, targetId }) => key ?? (targetId === null ? null : `nº ${targetId}`),
      render: ({ key, targetId }) => <RecordLink kind={kind} name={key} id={targetId} />,
    },
    {
      key: 'fate',
      label: columnNames.fate,
      value: (row) => [labels[getOutcome(row)], ...listEffects(row)].join('. '),
      render: (row) => (
        <>
          <StatusTag tone={outcomeTones[getOutcome(row)]}>{labels[getOutcome(row)]}</StatusTag>
          {listEffects(row).map((effect) => (
            <span key={effect} className="hint">
              {effect}
            </span>
          ))}
        </>
      ),
    },
    {
      key: 'changes',
      label: columnNames.changes,
      value: ({ changes, cells }) => formatChanges(kind, changes) || describeNewRecord(kind, cells) || null,
    },
    {
      key: 'problems',
      label: columnNames.reason,
      value: ({ problems }) => formatProblems(kind, problems) || null,
    },
  ]
}

const recordPaths = {
  publications: paths.admin.publication,
  clients: paths.admin.client,
  freight: undefined,
} as const

function RecordLink({ kind, name, id }: { kind: CsvKind; name: string | null; id: number | null }) {
  const formatRecordPath = recordPaths[kind]
  const text = name ?? (id === null ? '-' : `nº ${id}`)
  return id !== null && formatRecordPath ? <a href={formatRecordPath(id)}>{text}</a> : text
}

/** Returns 'Nome: antes → depois', or '' after the values were deleted. */
function formatChanges(kind: CsvKind, changes: ImportRow['changes']): string {
  return Object.entries(changes ?? {})
    .map(([field, [from, to]]) => `${formatFieldName(kind, field)}: ${from || 'vazio'} → ${to || 'vazio'}`)
    .join('; ')
}

/** Describes a new record: 'Nome: Manual de Voo; Preço: 176,55'. */
function describeNewRecord(kind: CsvKind, cells: CsvLineRow['cells']): string {
  return summaryFields[kind]
    .flatMap((field) => (cells[field] ? [`${formatFieldName(kind, field)}: ${cells[field]}`] : []))
    .join('; ')
}

const summaryFields: Readonly<Record<CsvKind, readonly string[]>> = {
  publications: ['name', 'version', 'price'],
  clients: ['name', 'company_name', 'email'],
  freight: ['region', 'kg', 'value', 'days'],
}

/** The key of problems that concern the record as a whole. */
const wholeRecord = 'registro'

function formatProblems(kind: CsvKind, problems: ImportRow['problems']): string {
  return Object.entries(problems)
    .map(([field, messages]) =>
      field === wholeRecord ? messages.join('; ') : `${formatFieldName(kind, field)}: ${messages.join('; ')}`,
    )
    .join('. ')
}

const fieldLabels: Readonly<Record<CsvKind, Readonly<Record<string, string>>>> = {
  publications: publicationLabels,
  clients: userLabels,
  freight: {},
}

function formatFieldName(kind: CsvKind, field: string): string {
  const heading = getCsvFieldName(kind, field)
  return heading === field ? (fieldLabels[kind][field] ?? field) : heading
}

/** Returns the page's filters with the number of lines of each. */
export function makeOutcomeFilters(counts: CsvOutcomeCounts, state: ImportState) {
  const labels = state === 'done' ? labelsAfter : labelsBefore
  const totalCount = counts.new + counts.changed + counts.known + counts.refused + counts.read
  return [
    { value: 'all', label: `Todas (${totalCount})` },
    { value: 'new', label: `${labels.new} (${counts.new})` },
    { value: 'changed', label: `${labels.changed} (${counts.changed})` },
    { value: 'known', label: `${labels.known} (${counts.known})` },
    { value: 'problems', label: `${labels.refused} (${counts.refused})` },
  ] as const
}
