import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Category } from '#contract/dashboard/categories.ts'
import { roleAllows } from '#contract/dashboard/route.ts'
import type { AnswerOf } from '../../api.ts'
import { type Column, DataTable, rowAction } from '../../parts/lists/data-table.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { AddCategory } from './category-add.tsx'
import { DeleteCategory } from './category-delete.tsx'
import { RenameCategory } from './category-rename.tsx'

const words = texts.store.categories

export function CategoriesPage() {
  const { store_id, slug, role } = useStore()
  const query = useCall(
    'listCategories',
    { store: store_id },
    { every: (data) => (isUnderWay(data) ? LOOK_AGAIN_MS : false) },
  )
  const [renamedId, setRenamedId] = useState<string>()
  const [removedId, setRemovedId] = useState<string>()
  const withId = (id: string | undefined) => query.data?.categories.find((each) => each.id === id)
  const [renamed, removed] = [withId(renamedId), withId(removedId)]
  const mayChange = roleAllows(role, 'manager')
  return (
    <Page title={words.title} lead={query.data && words.lead(query.data.categories.length)} narrow>
      {mayChange && <AddCategory />}
      <Card flush>
        <Loaded query={query}>
          {({ categories }) =>
            categories.length === 0 ? (
              <Empty picture="labels" title={words.emptyTitle} sentence={words.empty} />
            ) : (
              <DataTable
                label={words.title}
                rows={categories}
                rowKey={({ id }) => id}
                columns={columns(
                  slug,
                  mayChange ? { rename: setRenamedId, remove: setRemovedId } : undefined,
                )}
              />
            )
          }
        </Loaded>
      </Card>
      {query.data?.leaving.map(({ name, products }) => (
        <p key={name} role="status">
          {words.leaving(name, products)}
        </p>
      ))}
      {renamed && <RenameCategory category={renamed} onClose={() => setRenamedId(undefined)} />}
      {removed && <DeleteCategory category={removed} onClose={() => setRemovedId(undefined)} />}
    </Page>
  )
}

const LOOK_AGAIN_MS = 2000

/** Whether a rename or a deletion of a category is still being applied to products. */
const isUnderWay = (data: AnswerOf<'listCategories'> | undefined) =>
  data !== undefined && (data.leaving.length > 0 || data.categories.some(({ to_rename }) => to_rename > 0))

interface Change {
  rename: (id: string) => void
  remove: (id: string) => void
}

const columns = (store: string, change: Change | undefined): Column<Category>[] => [
  { key: 'name', head: words.columns.name, main: true, cell: ({ name }) => <strong>{name}</strong> },
  {
    key: 'products',
    head: words.columns.products,
    cell: ({ id, products, to_rename }) => (
      <>
        <Link to="/s/$store/products" params={{ store }} search={{ category: id }} className="quiet-link">
          {words.products(products)}
        </Link>
        {to_rename > 0 && <div role="status">{words.toRename(to_rename)}</div>}
      </>
    ),
  },
  ...(change
    ? [
        {
          key: 'action',
          head: words.columns.action,
          end: true,
          cell: (category: Category) => (
            <span className={rowAction}>
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                aria-label={words.renameTitle(category.name)}
                onClick={() => change.rename(category.id)}
              >
                {words.rename}
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                className="danger-button"
                aria-label={`${words.remove} ${category.name}`}
                onClick={() => change.remove(category.id)}
              >
                {words.remove}
              </Button>
            </span>
          ),
        },
      ]
    : []),
]
