import { SearchBar, type SearchBarProps } from '#app/ui/search-bar.tsx'

/** Shows a search whose label becomes its placeholder on a phone. */
export function StaffSearchBar(props: Omit<SearchBarProps, 'placeholder'>) {
  return <SearchBar {...props} placeholder={props.label} />
}
