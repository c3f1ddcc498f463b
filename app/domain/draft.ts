type Fields = Record<string, string>

const addresses = ['billing.', 'shipping.']

/**
 * The draft of a checkout after a login: what was typed as a visitor, on top of what the customer had typed
 * before (D55). Blank fields replace nothing; an address is taken whole, and only once there is more of it than
 * the postal code that the freight was asked for; the data of a copy that are saved stay.
 */
export function mergedDraft(saved: Fields, newer: Fields): Fields {
  const typed = Object.entries(newer).filter(([, text]) => text.trim() !== '')
  const replaced = addresses.filter((prefix) =>
    typed.some(([name]) => name.startsWith(prefix) && name !== `${prefix}zip_code`),
  )
  const isOf = (prefixes: string[], name: string) => prefixes.some((prefix) => name.startsWith(prefix))
  const kept = Object.entries(saved).filter(([name]) => !isOf(replaced, name))
  const blockOf = (name: string) => /^unit\.[\d-]+/.exec(name)?.[0]
  const savedBlocks = new Set(Object.keys(saved).map(blockOf).filter(Boolean))
  const taken = typed
    .filter(([name]) => !isOf(addresses, name) || isOf(replaced, name))
    .filter(([name]) => !savedBlocks.has(blockOf(name)))
  return Object.fromEntries([...kept, ...taken])
}
