import { Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Icon } from '../parts/icons.tsx'
import { useSession, useStore } from '../session.ts'
import { texts } from '../texts.ts'
import styles from './shell.module.css'
import { StoreMark } from './store-mark.tsx'

export function StoreSwitcher() {
  const current = useStore()
  const stores = useSession()?.stores ?? []
  const navigate = useNavigate()
  return (
    <Menu width="target" position="bottom-start" floatingStrategy="fixed">
      <Menu.Target>
        <button type="button" className={styles.switcher}>
          <span className="unseen">{texts.shell.switchStore}</span>
          <StoreMark store={current} />
          <span className={styles.names}>
            <strong>{current.name}</strong>
            <span>{texts.roles[current.role]}</span>
          </span>
          <Icon name="down" size={16} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.shell.yourStores}</Menu.Label>
        {stores.map((store) => (
          <Menu.Item
            key={store.store_id}
            onClick={() => void navigate({ to: '/s/$store', params: { store: store.slug } })}
            leftSection={<StoreMark store={store} small />}
            rightSection={store.slug === current.slug && <Icon name="check" size={16} />}
          >
            {store.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<Icon name="plus" size={16} />}
          onClick={() => void navigate({ to: '/new-store' })}
        >
          {texts.shell.newStore}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
