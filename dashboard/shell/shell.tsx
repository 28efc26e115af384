import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { Icon } from '../parts/icons.tsx'
import { NotYours } from '../parts/route-states.tsx'
import { useStore } from '../session.ts'
import { texts } from '../texts.ts'
import { PersonMenu } from './person-menu.tsx'
import { mayOpen, PLACES, phonePlacesFor, placeOf, placesFor } from './places.ts'
import styles from './shell.module.css'
import { StoreSwitcher } from './store-switcher.tsx'

/** The rail on a laptop, the bar with five places on a phone, and the page beside or above it. */
export function Shell() {
  const store = useStore()
  const params = { store: store.slug }
  const phonePlaces = phonePlacesFor(store.role)
  const { pathname } = useLocation()
  const here = placeOf(pathname, phonePlaces)
  return (
    <div className={styles.shell}>
      <a href="#page" className={styles.skip}>
        {texts.shell.skip}
      </a>
      <header className={styles.top}>
        <StoreSwitcher />
      </header>
      <nav className={styles.rail} aria-label={texts.shell.main}>
        <StoreSwitcher />
        {placesFor(store.role).map((place) => (
          <Link
            key={place}
            to={PLACES[place].to}
            params={params}
            className={styles.place}
            activeOptions={{ exact: place === 'overview', includeSearch: false }}
          >
            <Icon name={PLACES[place].icon} /> {texts.places[place]}
          </Link>
        ))}
        <div className={styles.foot}>
          <PersonMenu />
        </div>
      </nav>
      <main id="page" className={styles.main} tabIndex={-1}>
        {mayOpen(pathname, store.role) ? <Outlet /> : <NotYours />}
      </main>
      <nav className={styles.bar} aria-label={texts.shell.main}>
        {phonePlaces.map((place) => (
          <Link
            key={place}
            to={PLACES[place].to}
            params={params}
            className={styles.tab}
            activeOptions={{ exact: true, includeSearch: false }}
            aria-current={place === here ? 'page' : undefined}
          >
            <Icon name={PLACES[place].icon} size={22} />
            {texts.places[place]}
          </Link>
        ))}
      </nav>
    </div>
  )
}
