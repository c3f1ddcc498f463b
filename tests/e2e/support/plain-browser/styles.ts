export type StyleRule = { selector: string; display: string }

/** The width in em for which media queries are evaluated. */
const WIDTH_EM = 80

const rulesByFile = new Map<string, StyleRule[]>()

/** Returns the rules of a style sheet that hide or show elements, in sequence. */
export function hidingRules(css: string): StyleRule[] {
  const cachedRules = rulesByFile.get(css)
  if (cachedRules) return cachedRules
  const all = parseDisplayRules(css)
  const hiding = new Set(
    all.filter(({ display }) => display === 'none').map(({ selector }) => getSubject(selector)),
  )
  const rules = all.filter(({ selector }) => hiding.has(getSubject(selector)))
  rulesByFile.set(css, rules)
  return rules
}

function parseDisplayRules(css: string): StyleRule[] {
  const rules: StyleRule[] = []
  const open: string[] = []
  let text = ''
  for (const letter of css.replace(/\/\*[\s\S]*?\*\//g, '')) {
    if (letter === '{') {
      open.push(text.slice(text.lastIndexOf(';') + 1).trim())
      text = ''
    } else if (letter === '}') {
      const display = /(?:^|;)\s*display:\s*([\w-]+)/.exec(text)?.[1]
      const selectors = open.at(-1) ?? ''
      if (display && open.slice(0, -1).every(doesApply) && !selectors.startsWith('@'))
        for (const selector of selectors.split(/,(?![^(]*\))/))
          if (!selector.includes(':after') && !selector.includes('::'))
            rules.push({ selector: selector.trim(), display })
      open.pop()
      text = ''
    } else text += letter
  }
  return rules
}

/** Returns the last part of a selector: the element that it styles. */
function getSubject(selector: string): string {
  return selector.split(/[\s>+~]+/).at(-1) ?? selector
}

function doesApply(condition: string): boolean {
  if (!condition.startsWith('@media')) return true
  const [, min] = /min-width:\s*([\d.]+)em/.exec(condition) ?? []
  const [, max] = /max-width:\s*([\d.]+)em/.exec(condition) ?? []
  if (!min && !max) return /screen/.test(condition)
  return Number(min ?? 0) <= WIDTH_EM && WIDTH_EM <= Number(max ?? WIDTH_EM)
}
