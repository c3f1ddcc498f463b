import type { Reference, ReferenceField } from '#app/api/document/reference.server.ts'
import { formatYesNo } from '#app/text/accounts/user-labels.ts'
import { apiDocsLabels as labels } from '#app/text/platform/api-guide.ts'
import { type Column, DataTable } from '#app/ui/table.tsx'

type Operation = Reference[number]['operations'][number]

/** Shows text, with the parts between backticks as code. */
export function TextWithCode({ text }: { text: string }) {
  return text.split('`').map((part, index) => {
    const isCode = index % 2 === 1
    return isCode ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places.
      <code key={index} className="break">
        {part}
      </code>
    ) : (
      part
    )
  })
}

export function OperationSection(operation: Operation) {
  const { id, method, path, aliases, summary, paragraphs, parameters, body, answers } = operation
  return (
    <section id={id} className="stack" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{summary}</h3>
      <p>
        <code className="break">{`${method} ${path}`}</code>
      </p>
      {aliases.length > 0 ? (
        <p>
          {labels.aliases} <code className="break">{aliases.join(', ')}</code>
        </p>
      ) : null}
      <div className="prose">
        {paragraphs.map((text) => (
          <p key={text}>
            <TextWithCode text={text} />
          </p>
        ))}
      </div>
      <Fields title={labels.parameters} operation={summary} fields={parameters} />
      <Fields title={labels.body} operation={summary} fields={body} />
      <h4>{labels.answers}</h4>
      <ul>
        {answers.map(({ status, text }) => (
          <li key={status}>
            <code>{status}</code> {text}
          </li>
        ))}
      </ul>
      <h4>{labels.example}</h4>
      <pre>
        <code>{operation.curl}</code>
      </pre>
      {operation.answerExample === null ? null : (
        <details>
          <summary>{labels.answer}</summary>
          <pre>
            <code>{operation.answerExample}</code>
          </pre>
        </details>
      )}
    </section>
  )
}

type FieldsProps = { title: string; operation: string; fields: readonly ReferenceField[] }

function Fields({ title, operation, fields }: FieldsProps) {
  if (fields.length === 0) return null
  return (
    <>
      <h4>{title}</h4>
      <DataTable
        caption={`${title}: ${operation}`}
        columns={columns}
        rows={fields}
        rowKey={({ name }) => name}
        empty={{ text: labels.none }}
      />
    </>
  )
}

const columns: Column<ReferenceField>[] = [
  {
    key: 'name',
    label: labels.field,
    rowHeader: true,
    render: ({ name }) => <code>{name}</code>,
  },
  { key: 'type', label: labels.type, render: ({ type }) => type },
  { key: 'required', label: labels.required, render: ({ isRequired }) => formatYesNo(isRequired) },
  { key: 'description', label: labels.description, render: ({ description }) => description || '-' },
  {
    key: 'example',
    label: labels.example,
    render: ({ example }) => (example === '' ? '-' : <code className="break">{example}</code>),
  },
]
