"""Import-linter contract: one package imports itself and the standard library, less what is denied, and nothing else."""

import sys
from collections.abc import Set
from typing import cast

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class StdlibOnlyContract(Contract):
    """Fields: `package` (dotted name) and `denied` (top-level standard modules that touch the world outside)."""

    package = fields.StringField()
    denied = fields.SetField(subfield=fields.StringField(), required=False, default=frozenset())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: FBT001 (import-linter's signature)
        package = str(self.package)
        if package not in graph.modules:
            return ContractCheck(kept=True, warnings=[f"{package} does not exist"])
        broken = [
            (importer, imported)
            for importer in sorted({package, *graph.find_descendants(package)})
            for imported in sorted(graph.find_modules_directly_imported_by(importer))
            if not self._allowed(imported)
        ]
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def _allowed(self, imported: str) -> bool:
        package = str(self.package)
        if imported == package or imported.startswith(f"{package}."):
            return True
        top = imported.partition(".")[0]
        return top in sys.stdlib_module_names and top not in cast(Set[str], self.denied)

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported in check.metadata["broken"]:
            output.print_error(f"{importer} imports {imported}")
