from django.apps import AppConfig
from django.utils.module_loading import import_string


class MisiWebConfig(AppConfig):
    name = "misi_web"

    def ready(self) -> None:
        # Checks need the address table, which needs the models: they register once those are loaded.
        import_string("misi_web.operations.checks.settings_fit_together")
