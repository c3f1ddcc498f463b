import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

// Loaded only by a page that renders <Scripts/>; see docs/decisions on pages without hydration.
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />)
})
