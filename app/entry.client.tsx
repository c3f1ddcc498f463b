import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

// Only pages with <Scripts/> load this; docs/decisions explains pages without hydration.
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />)
})
