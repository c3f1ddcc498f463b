import { specTexts } from '#app/text/platform/messages.ts'
import { makeFieldId } from './field-frame.tsx'

export type ErrorSummaryProps = {
  title?: string
  messages?: readonly string[] // errors that belong to no field
  /** messages by field name, with links to the fields */
  errors?: Readonly<Record<string, readonly string[] | undefined>>
  /** labels by field name in the sequence of the page: 'Nome: Campo obrigatório' */
  labels?: Readonly<Record<string, string>>
}

function formatWithLabel(text: string, label: string | undefined) {
  return label ? `${label}: ${text}` : text
}

export function ErrorSummary(props: ErrorSummaryProps) {
  const { title = specTexts.formBanner, messages = [], errors = {} } = props
  const fieldNames = Object.keys(props.labels ?? {})
  const getPosition = (name: string) =>
    fieldNames.includes(name) ? fieldNames.indexOf(name) : fieldNames.length
  const errorsInPageOrder = Object.entries(errors).sort(
    ([firstName], [secondName]) => getPosition(firstName) - getPosition(secondName),
  )
  const links = errorsInPageOrder.flatMap(([name, texts = []]) =>
    texts.map((text) => ({
      text: formatWithLabel(text, props.labels?.[name]),
      href: `#${makeFieldId(name)}`,
    })),
  )
  return (
    // biome-ignore lint/a11y/noAutofocus: after a failed form the reader starts at what went wrong.
    <div className="error-summary" role="alert" tabIndex={-1} autoFocus data-error-summary="">
      <h2>{title}</h2>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {links.length > 0 ? (
        <ul>
          {links.map(({ text, href }) => (
            <li key={`${href} ${text}`}>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
