import { holderLabels } from '#app/text/reports/holder-labels.ts'
import { recallLabels } from '#app/text/reports/recall-labels.ts'
import { Button } from '#app/ui/button.tsx'
import type { BoundField } from '#app/ui/forms/address-fields.tsx'
import { CheckboxField, RadioGroup, SelectField, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type ClientRow = {
  profileId: number
  name: string
  email: string
  phone: string
  units: readonly string[]
}

export type SubscriberFormProps = {
  action: string
  rows: readonly ClientRow[]
  count: number
  pages: number
  /** returns true if the client is selected at first */
  isMarked: (profileId: number) => boolean
  scope: string | undefined
  /** addresses of the page with all rows or no rows selected */
  links: { markAllHref: string; unmarkAllHref: string }
  makeUserHref: (profileId: number) => string
  field: { getField(name: string): BoundField; value(name: string): string | undefined }
  empty: string
}

export const subscriberLabels = {
  scope: 'Para quem',
  sheet: 'Folha de etiquetas',
  start: 'Primeira etiqueta livre',
}

type HoldersFormProps = {
  action: string
  query: { kind?: string | undefined; revision?: string | undefined }
  revisions: readonly { id: number; version: string }[]
}

/** Filters clients by kind of purchase and by the revision that they have. */
export function HoldersForm({ action, query, revisions }: HoldersFormProps) {
  return (
    <form method="get" action={action} className="report-form no-print">
      <SelectField
        label={holderLabels.kind}
        name="kind"
        width="half"
        defaultValue={query.kind ?? ''}
        options={[
          { value: '', label: holderLabels.all },
          { value: 'subscription', label: holderLabels.subscription },
          { value: 'purchase', label: holderLabels.purchase },
          { value: 'ended', label: holderLabels.ended },
          { value: 'everybody', label: holderLabels.everybody },
        ]}
      />
      <SelectField
        label={holderLabels.revision}
        name="revision"
        width="half"
        defaultValue={query.revision ?? ''}
        options={[
          { value: '', label: holderLabels.any },
          ...revisions.map(({ id, version }) => ({ value: String(id), label: version })),
          { value: '0', label: holderLabels.none },
        ]}
      />
      <Button>Filtrar</Button>
    </form>
  )
}

type RevisionChip = { key: string; label: string; href: string; isChosen: boolean }

/** Shows each revision with its number of clients. A click on the selected revision shows all clients again. */
export function RevisionChips({ chips }: { chips: readonly RevisionChip[] }) {
  if (chips.length === 0) return null
  return (
    <nav aria-label="Por revisão" className="views no-print">
      <small>Por revisão: </small>
      {chips.map(({ key, label, href, isChosen }) => (
        <a key={key} href={href} aria-current={isChosen || undefined}>
          {label}
        </a>
      ))}
    </nav>
  )
}

type SentRecallRow = {
  id: number
  sentText: string
  href: string
  subject: string
  held: string
  asker: string
  progress: string
}

/** Lists earlier notices, each with a link to its recipients. */
export function Recalls({ rows }: { rows: readonly SentRecallRow[] }) {
  if (rows.length === 0) return null
  return (
    <section className="section" aria-labelledby="avisos">
      <h2 id="avisos">Avisos enviados</h2>
      <DataTable
        caption="Avisos a quem tem a publicação, do mais novo ao mais antigo"
        columns={recallColumns}
        rows={rows}
        rowKey={({ id }) => id}
        empty={{ text: '' }}
      />
    </section>
  )
}

const recallColumns: Column<SentRecallRow>[] = [
  {
    key: 'at',
    label: 'Data',
    align: 'code',
    rowHeader: true,
    render: ({ sentText, href }) => <a href={href}>{sentText}</a>,
  },
  { key: 'subject', label: 'Assunto', render: ({ subject }) => subject },
  { key: 'held', label: holderLabels.revision, render: ({ held }) => held },
  { key: 'asker', label: 'Escrito por', render: ({ asker }) => asker },
  { key: 'progress', label: 'Envio', render: ({ progress }) => progress },
]

/** Lists a publication's clients, all selected at first, and creates files of them (F105, F116). */
export function SubscriberForm(props: SubscriberFormProps) {
  const { action, rows, links, makeUserHref, isMarked, empty } = props
  if (rows.length === 0)
    return <ClientTable columns={listColumns(makeUserHref, isMarked)} rows={rows} empty={empty} />
  return (
    <PostForm action={action} noValidate className="subscribers">
      <input type="hidden" name="shown" value={rows.map(({ profileId }) => profileId).join('.')} />
      <OutputFields {...props} />
      <div className="marks no-print">
        <div data-mark-all="profile" hidden>
          <CheckboxField
            name="mark_all"
            label="Selecionar todos"
            defaultChecked={rows.every((row) => isMarked(row.profileId))}
          />
        </div>
        <p data-mark-links="">
          <a href={links.markAllHref}>Marcar todos</a> <a href={links.unmarkAllHref}>Desmarcar todos</a>
        </p>
      </div>
      <ClientTable columns={listColumns(makeUserHref, isMarked)} rows={rows} empty={empty} />
    </PostForm>
  )
}

function OutputFields({ count, pages, scope, field }: SubscriberFormProps) {
  return (
    <div className="outputs no-print">
      {pages > 1 ? (
        <RadioGroup
          label={subscriberLabels.scope}
          name="scope"
          defaultValue={scope ?? 'all'}
          options={[
            {
              value: 'all',
              label: `Todas as páginas (${count.toLocaleString('pt-BR')} clientes)`,
              hint: 'menos os desmarcados aqui',
            },
            { value: 'page', label: 'Só os marcados nesta página' },
          ]}
        />
      ) : null}
      <div className="report-form">
        <SelectField
          label={subscriberLabels.sheet}
          {...field.getField('sheet')}
          width="half"
          options={[
            { value: '6181', label: 'Pimaco 6181, 20 por folha' },
            { value: '6183', label: 'Pimaco 6183, 10 por folha' },
          ]}
          defaultValue={field.value('sheet') ?? '6181'}
        />
        <TextField
          label={subscriberLabels.start}
          {...field.getField('start')}
          type="number"
          inputMode="numeric"
          min={1}
          max={20}
          width="short"
          defaultValue={field.value('start') ?? '1'}
        />
      </div>
      <p className="hint">
        6181: 25,4 × 101,6 mm; 6183: 50,8 × 101,6 mm, em papel carta. Imprima em tamanho real (100%).
      </p>
      <p className="actions">
        <Button name="intent" value="simple" variant="main">
          Etiquetas simples
        </Button>
        <Button name="intent" value="complete">
          Etiquetas completas
        </Button>
        <Button name="intent" value="list">
          PDF de assinantes
        </Button>
        <Button name="intent" value="notice">
          {recallLabels.write}
        </Button>
      </p>
    </div>
  )
}

function ClientTable({
  columns,
  rows,
  empty,
}: {
  columns: Column<ClientRow>[]
  rows: readonly ClientRow[]
  empty: string
}) {
  return (
    <DataTable
      caption="Clientes que têm a publicação"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.profileId}
      empty={{ text: empty }}
    />
  )
}

function listColumns(
  makeUserHref: SubscriberFormProps['makeUserHref'],
  isMarked: SubscriberFormProps['isMarked'],
): Column<ClientRow>[] {
  return [
    {
      key: 'choose',
      label: 'Escolher',
      align: 'choice',
      render: ({ profileId, name }) => (
        <CheckboxField
          id={`cliente-${profileId}`}
          name="profile"
          value={profileId}
          label={`Escolher ${name}`}
          labelHidden
          defaultChecked={isMarked(profileId)}
        />
      ),
    },
    {
      key: 'name',
      label: 'Cliente',
      rowHeader: true,
      render: ({ profileId, name }) => <a href={makeUserHref(profileId)}>{name}</a>,
    },
    { key: 'email', label: 'E-mail', align: 'email', render: ({ email }) => email },
    { key: 'phone', label: 'Telefone', align: 'code', render: ({ phone }) => phone },
    {
      key: 'units',
      label: 'Unidades',
      render: ({ units }) =>
        units.map((text) => (
          <span key={text} className="row-line">
            {text}
          </span>
        )),
    },
  ]
}
