import { publicationKinds } from '#app/domain/catalogue/publication-kind.ts'
import { media, type TaxField, taxFields } from '#app/domain/catalogue/taxes.ts'
import type { TaxFilter, toTitleRow } from '#app/routes/admin/publications/taxes/taxes.server.ts'
import { kindNames } from '#app/text/catalogue/page-labels.ts'
import { mediumLabels, taxLabels } from '#app/text/catalogue/tax-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type GetField = (name: string) => {
  name: string
  defaultValue: string | undefined
  errors: string[] | undefined
}

/** Selects publications, the code to change, and the new value. */
export function TaxChangeFilter({
  action,
  filter,
  getField,
}: {
  action: string
  filter: TaxFilter
  getField: GetField
}) {
  return (
    <form method="get" action={action} noValidate>
      <div className="grid grid-2">
        <TextField
          label="Buscar"
          hint="Nome ou aplicabilidade."
          type="search"
          name="search"
          defaultValue={filter.search}
          optional
        />
        <SelectField
          label="Tipo"
          name="kind"
          defaultValue={filter.kind}
          placeholder="Todos"
          options={publicationKinds.map((value) => ({ value, label: kindNames[value] }))}
        />
        <SelectField
          label="Meio"
          name="medium"
          defaultValue={filter.medium}
          placeholder="Todos"
          options={media.map((value) => ({ value, label: mediumLabels[value] }))}
        />
        <SelectField
          label="O que muda"
          options={taxFields.map((value) => ({ value, label: taxLabels[value] }))}
          {...getField('field')}
        />
        <TextField
          label="Novo código"
          hint="Só o código, como 49019900; em “Mercadoria ou serviço”, Mercadoria ou Serviço. Vazio: volta ao padrão do tipo."
          autoComplete="off"
          optional
          {...getField('code')}
        />
      </div>
      <p className="actions">
        <Button>Mostrar os de agora</Button>
        <Button variant="main" name="review" value="1">
          Conferir a alteração
        </Button>
      </p>
    </form>
  )
}

/** Offers to undo the newest change with one click. */
export function UndoTaxChange({ action, id, text }: { action: string; id: number; text: string }) {
  return (
    <PostForm action={action} className="actions no-print" data-once="">
      <span className="hint">{`Última alteração: ${text}`}</span>
      <Button name="undo" value={String(id)}>
        Desfazer<span className="visually-hidden"> a última alteração</span>
      </Button>
    </PostForm>
  )
}

type Row = ReturnType<typeof toTitleRow>

type TableProps = {
  action: string
  rows: readonly Row[]
  field: TaxField
  fieldLabel: string
  code: string
  seenDigest: string
  isReview: boolean
}

/** Lists the codes; before a change also the new codes, which staff can deselect one by one. */
export function TaxChangeTable({ action, rows, field, fieldLabel, code, seenDigest, isReview }: TableProps) {
  const changedCount = rows.filter(({ isChanged }) => isChanged).length
  const countText = rows.length === 1 ? '1 publicação' : `${rows.length} publicações`
  const table = (
    <DataTable
      caption={`${fieldLabel} de ${countText}`}
      showCaption
      columns={isReview ? [choiceColumn, ...columns, afterColumn] : columns}
      rows={rows}
      rowKey={({ id }) => id}
      empty={{ text: 'Nenhuma publicação encontrada!' }}
    />
  )
  if (!isReview) return table
  return (
    <PostForm action={action} data-once="">
      <input type="hidden" name="field" value={field} />
      <input type="hidden" name="code" value={code} />
      <input type="hidden" name="seen" value={seenDigest} />
      {rows.map(({ id }) => (
        <input key={id} type="hidden" name="shown" value={id} />
      ))}
      {table}
      {changedCount > 0 ? (
        <>
          <Notice tone="warn" title="Confirme a alteração" isSilent>
            Notas já emitidas não mudam; as próximas saem com os códigos novos.
          </Notice>
          <p className="actions">
            <Button variant="danger">Alterar as marcadas</Button>
          </p>
        </>
      ) : (
        <p className="hint">Nada muda: todas já são assim.</p>
      )}
    </PostForm>
  )
}

const choiceColumn: Column<Row> = {
  key: 'choice',
  label: 'Alterar',
  align: 'actions',
  render: ({ id, name, isChanged }) =>
    isChanged ? (
      <label className="choice">
        <input type="checkbox" name="publication" value={id} defaultChecked />
        <span className="visually-hidden">{`Alterar ${name}`}</span>
      </label>
    ) : (
      '-'
    ),
}

const columns: Column<Row>[] = [
  {
    key: 'name',
    label: 'Publicação',
    rowHeader: true,
    render: ({ href, name, note }) => (
      <>
        <a href={href}>{name}</a>
        <span className="sub">{note}</span>
      </>
    ),
  },
  {
    key: 'before',
    label: 'Agora',
    render: ({ before, source }) => (
      <>
        {before} <span className="hint">{source}</span>
      </>
    ),
  },
]

const afterColumn: Column<Row> = {
  key: 'after',
  label: 'Depois',
  render: ({ after: code, isChanged }) => (isChanged ? <strong>{code}</strong> : 'sem mudança'),
}
